// Runs before the first paint: without it a remembered theme would flash in the other one's colours.
// A build puts it into the page itself, which the content security policy allows by its hash.
(() => {
  const choice = /(?:^|; )kitwell-theme=(light|dark)(?:;|$)/.exec(document.cookie);
  if (choice) document.documentElement.dataset.theme = choice[1];
})();
