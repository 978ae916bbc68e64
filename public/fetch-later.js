// Built into the prerendered pages. A page that is drawn can be read without code: what brings it to life is fetched once
// it has been painted. A page that nobody looks at is not painted, so it does not wait.
(() => {
  const fetchAll = () => document.head.append(document.getElementById('fetched-later').content);
  if (document.hidden) fetchAll();
  else requestAnimationFrame(() => setTimeout(fetchAll));
})();
