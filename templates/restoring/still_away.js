// The page of a club that is being restored: it loads anew only when the club answers, and never while no server is there.
setInterval(async () => {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer && answer.status !== 503) location.reload();
}, {{ again }}000);
