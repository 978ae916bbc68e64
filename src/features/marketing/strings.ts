// Ours: free to reword.

export const services = 'Services';
export const carousel = 'Services';
export const slide = (place: number, of: number) => `${place} of ${of}`;
export const pause = 'Pause';
export const play = 'Play';
export const previous = 'Previous';
export const next = 'Next';
export const showSlide = (title: string) => `Show ${title}`;
