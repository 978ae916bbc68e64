import { HeroArt } from '@/pages/landing/hero-art';
import { type ChatOpening, SearchBox } from '@/pages/landing/search-box';
import * as strings from '@/pages/landing/strings';

/** The first screen. A click anywhere on it opens the chat: the button in the box is stretched over it all. */
export function Hero(chat: ChatOpening) {
  return (
    <section className="glow grain relative overflow-hidden">
      <div className="page-container grid items-center gap-10 py-12 md:grid-cols-[7fr_5fr] md:gap-6 md:py-16 lg:grid-cols-2 lg:py-20">
        <div>
          <p className="eyebrow">{strings.eyebrow}</p>
          <h1
            tabIndex={-1}
            className="mt-4 max-w-152 font-display text-display font-normal tracking-[-0.03em] text-balance"
          >
            {strings.title}
          </h1>
          <p className="mt-6 max-w-120 text-lg text-ink-2">{strings.lead}</p>
          <SearchBox {...chat} />
          <p className="mt-4 text-caption text-ink-2">{strings.onlyProviders}</p>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}
