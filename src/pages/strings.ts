// Ours: free to reword.

export const signupTitle = 'Sign up';
export const productsTitle = 'Products';
export const paymentTitle = 'Payment';
export const notFoundTitle = 'Page not found';
export const notLoaded = 'This page could not be loaded.';
export const checkConnection = 'Check your connection, then try again. Nothing that you saved is lost.';
export const toStart = 'Go to the start page';
