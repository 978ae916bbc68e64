// Runs before the first paint: without it a remembered theme would flash in the other one's colours.
// A file of its own, not inline, because the content security policy allows no inline scripts.
(() => {
  const choice = /(?:^|; )kitwell-theme=(light|dark)(?:;|$)/.exec(document.cookie);
  if (choice) document.documentElement.dataset.theme = choice[1];
})();
