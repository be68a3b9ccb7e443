// Opens the seat's page. The server does not redirect to it, because a browser that follows a link from another site sends a
// strict cookie only when the page itself navigates.
location.replace(document.body.dataset.go ?? "/");
