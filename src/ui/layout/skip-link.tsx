import * as strings from '@/ui/strings';

/** First in the tab order of every page; skips to the element with id "main". */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-plum px-4 py-3 font-semibold text-on-plum focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {strings.skip}
    </a>
  );
}
