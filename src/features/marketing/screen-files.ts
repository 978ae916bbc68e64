/** The pictures of the product's screens, which `scripts/pictures.ts` makes. */

export type ScreenName = 'import' | 'patients' | 'order' | 'confirm' | 'journey';

/** The window of each picture in CSS pixels, and its pixels for each of these: twice those of the picture on a page. */
export const screenSizes = {
  wide: { width: 960, height: 720, scale: 1.5 },
  phone: { width: 390, height: 600, scale: 2 },
} as const;

export const screenThemes = ['light', 'dark'] as const;

/** The path of a picture in the build. */
export const screenFile = (name: string, size: string, theme: string) =>
  `pictures/${name}-${size}-${theme}.webp`;
