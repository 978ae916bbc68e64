/** The demo patient with an order in progress. */
export const robin = 'Robin Ellis';
