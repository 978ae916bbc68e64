/** The demo patient, whose kit is on its way. */
export const robin = 'Robin Ellis';
