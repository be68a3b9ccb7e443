// The page of a table that could not be opened: it loads the table once the table is open.

setInterval(async () => {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (answer.status !== 503) location.href = "/";
  } catch {
    // no answer comes while the service restarts
  }
}, 3000);
