// Goes on to the seat. Not a redirect: after a link from elsewhere a strict cookie comes only with our own step.
location.replace(document.body.dataset.go ?? "/");
