import type { SVGProps } from 'react';

/*
 * Lucide's drawings (ISC licence) without its library: these icons come with the entry, where the library alone would
 * weigh 2 kB. Everything that is loaded later takes its icons from lucide-react.
 */

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>;

function drawing(path: string) {
  return (props: IconProps) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  );
}

export const ArrowRight = drawing('M5 12h14m-7-7 7 7-7 7');
export const Sparkles = drawing(
  'M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4m2-2h-4M4 18a2 2 0 0 1 0 4a2 2 0 0 1 0-4',
);
