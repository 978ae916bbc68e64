/** The words of every toast on screen. */
export const toastWords = () =>
  [...document.querySelectorAll('.Toastify__toast')].map(({ textContent }) => textContent);
