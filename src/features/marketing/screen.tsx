import { cx } from '@/ui/cx';
import { type ScreenName, screenFile, screenSizes, screenThemes } from './screen-files';

interface ScreenProps {
  name: ScreenName;
  /** What the picture shows. */
  alt: string;
  className?: string;
}

const pixels = ({ width, height, scale }: (typeof screenSizes)[keyof typeof screenSizes]) => ({
  width: width * scale,
  height: height * scale,
});

/**
 * A picture of one of the product's screens, as it is on this kind of device. The style sheet shows that of the theme; the
 * browser doesn't fetch a lazy picture that is not displayed.
 */
export function Screen({ name, alt, className }: ScreenProps) {
  return screenThemes.map((theme) => {
    const source = (size: keyof typeof screenSizes) =>
      `${import.meta.env.BASE_URL}${screenFile(name, size, theme)}`;
    return (
      <picture key={theme} className={theme === 'dark' ? 'hidden dark:block' : 'dark:hidden'}>
        <source media="(width < 48rem)" srcSet={source('phone')} {...pixels(screenSizes.phone)} />
        <img
          src={source('wide')}
          {...pixels(screenSizes.wide)}
          alt={alt}
          loading="lazy"
          decoding="async"
          className={cx('block h-auto w-full', className)}
        />
      </picture>
    );
  });
}
