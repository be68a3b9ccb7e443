// Continues to the seat. Not by a redirect: after a link from elsewhere, a strict cookie is sent only with the page's own navigation.
location.replace(document.body.dataset.go ?? "/");
