// Built into the prerendered pages. Until the product's code has taken the page over, nothing may be lost: a button that is
// pressed by then is pressed again. And a form must not send itself: the browser would put a password into the address.
(() => {
  const drawn = () => document.querySelector('#root[data-prerendered]');

  let pressed;
  const pressAgain = () => {
    let reached = false;
    pressed.addEventListener('click', () => (reached = true), { once: true });
    pressed.click();
    // React keeps an event from a part that it has not taken over yet.
    if (!reached && pressed.isConnected) requestAnimationFrame(pressAgain);
  };
  addEventListener('click', ({ target }) => {
    const root = drawn();
    const button = target.closest?.('button[type=button]');
    // An event that arrives here from then on, React has let through.
    if (!root || !button || root.dataset.prerendered === 'taken-over') return;
    if (!pressed)
      new MutationObserver((_, observer) => {
        if (drawn()) return;
        observer.disconnect();
        pressAgain();
      }).observe(root, { attributeFilter: ['data-prerendered'] });
    pressed = button;
  });

  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !drawn()) return;
    event.preventDefault();
    event.target.setAttribute('data-held', '');
  });
})();
