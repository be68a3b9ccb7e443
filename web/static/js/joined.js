// Opens the seat's page. The server does not redirect to it: after a link from another site, a browser sends a SameSite=Strict
// cookie only when the page itself navigates.
location.replace(document.body.dataset.go ?? "/");
