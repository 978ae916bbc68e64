// Built into the prerendered pages. A page that is drawn can be read without code: what brings it to life is fetched once
// it has been painted, or after a second. A page that nobody looks at is not painted, so it does not wait.
(() => {
  // What has been moved out of the template is not moved again.
  const fetchAll = () => document.head.append(document.getElementById('fetched-later').content);
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) fetchAll();
  else {
    new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true });
    setTimeout(fetchAll, 1000);
  }
})();
