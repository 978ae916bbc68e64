// Built into the prerendered pages that hold a form. Until the product's code has taken the page over, a form must not
// send itself: the browser would put a password into the address.
addEventListener('submit', (event) => {
  if (event.defaultPrevented || !document.querySelector('#root[data-prerendered]')) return;
  event.preventDefault();
  event.target.setAttribute('data-held', '');
});
