// The page of a table that could not be opened: it loads the table once that is open.

setInterval(async () => {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (answer.status !== 503) location.href = "/";
  } catch {
    // nobody answers while the service restarts
  }
}, 3000);
