/** The picture that a shared link to a page shows, which `scripts/pictures.ts` makes: its path in the build. */
export const shareFile = (path: string) => `pictures/share${path.replace(/\/$/, '').replace('/', '-')}.jpg`;
export const SHARE_SIZE = { width: 1200, height: 630 };

/**
 * The Open Graph tags of a page. Most programs that show shared links need the picture's whole address.
 *
 * @param page with its texts escaped
 * @param site where the build is published; without it the addresses are paths
 */
export function shareTags(
  { path, title, description }: { path: string; title: string; description: string },
  { base, site = '' }: { base: string; site?: string | undefined },
): string {
  const root = `${site.replace(/\/$/, '')}${base}`;
  const properties = {
    type: 'website',
    title,
    description,
    url: `${root}${path.slice(1)}`,
    image: `${root}${shareFile(path)}`,
    'image:width': SHARE_SIZE.width,
    'image:height': SHARE_SIZE.height,
    'image:alt': title,
  };
  const tags = Object.entries(properties).map(
    ([name, value]) => `<meta property="og:${name}" content="${value}">`,
  );
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`;
}
