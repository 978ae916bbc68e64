import { ArrowRight } from 'lucide-react';
import { useChatLauncher } from '@/features/chat/chat-launcher';
import { Screen } from '@/features/marketing/screen';
import { SectionHeading } from '@/features/marketing/section-heading';
import { ServiceShowcase } from '@/features/marketing/service-showcase';
import { journeyScreen, orderScreen, patientsScreen } from '@/features/marketing/strings';
import { TrustedBy } from '@/features/marketing/trusted-by';
import { Petals } from '@/ui/art/petals';
import { Mark, Scene } from '@/ui/art/scene';
import { cx } from '@/ui/cx';
import { ButtonLink } from '@/ui/layout/links';
import { PublicLayout } from '@/ui/site/public-layout';
import * as strings from './landing.strings';

interface ChatOpening {
  /** Called on a click on the hero; `opener` is the element that had the focus. */
  onOpenChat?: ((opener: HTMLElement) => void) | undefined;
  /** Called when the user is about to click. */
  onChatIntent?: (() => void) | undefined;
}

/**
 * Looks like a search box with a disabled input (§2). A disabled input swallows clicks, so a button covers it, and
 * the button's ::after covers the hero.
 */
function SearchBox({ onOpenChat, onChatIntent }: ChatOpening) {
  return (
    <div className="group mt-8 grid max-w-140 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      <input
        disabled
        aria-hidden="true"
        tabIndex={-1}
        className="pointer-events-none min-h-16 w-full rounded-full border border-field bg-surface shadow-2"
      />
      <button
        type="button"
        onClick={(event) => onOpenChat?.(event.currentTarget)}
        onPointerEnter={onChatIntent}
        onFocus={onChatIntent}
        className="flex min-h-16 w-full items-center gap-3 rounded-full py-2 ps-5 pe-2 text-left text-base font-medium text-ink after:absolute after:inset-0"
      >
        <Mark name="sparkles" className="size-5 shrink-0 text-coral" />
        <span className="min-w-0 flex-1 leading-snug">{strings.searchBox}</span>
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-plum text-on-plum transition-colors group-hover:bg-plum-strong">
          <ArrowRight aria-hidden="true" className="size-5" />
        </span>
      </button>
    </div>
  );
}

const chips = [
  {
    icon: 'check',
    look: 'bg-green-soft text-green',
    place: 'top-[8%] start-0',
    title: strings.addressConfirmed,
    text: strings.fromTheMail,
  },
  {
    icon: 'truck',
    look: 'bg-plum-soft text-plum',
    place: 'end-[8%] bottom-[4%]',
    title: strings.kitOnItsWay,
    text: strings.followed,
  },
];

/** The kit on a background of petals, with two previews of the product; decorative. */
function HeroArt() {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto w-full max-w-120 md:max-w-none lg:-me-24 lg:w-[calc(100%+6rem)]"
    >
      <Petals className="absolute inset-x-0 -top-6 mx-auto w-[118%] max-w-none -translate-x-[8%] text-coral lg:-top-12" />
      <Scene name="kit" className="relative w-full" />
      {chips.map(({ icon, look, place, title, text }) => (
        <div
          key={icon}
          className={cx(
            'absolute hidden items-center gap-3 rounded-card border border-line bg-raised/95 py-3 ps-3 pe-5 text-sm shadow-2 sm:flex md:hidden lg:flex',
            place,
          )}
        >
          <span className={cx('grid size-9 place-items-center rounded-full', look)}>
            <Mark name={icon} className="size-4.5" />
          </span>
          <span className="leading-tight">
            <b className="block font-semibold">{title}</b>
            <span className="text-caption text-ink-2">{text}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** The hero. A click anywhere on it opens the chat, because the search button covers it. */
function Hero(chat: ChatOpening) {
  return (
    <section className="glow grain relative overflow-hidden">
      <div className="page-container grid grid-cols-[minmax(0,1fr)] items-center gap-10 py-12 md:grid-cols-[7fr_5fr] md:gap-6 md:py-16 lg:grid-cols-2 lg:py-20">
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
          <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
            <span>{strings.onlyProviders}</span>
            {/* Above the button that covers the hero. */}
            <ButtonLink to="/provider-signup" variant="secondary" className="relative">
              {strings.register}
            </ButtonLink>
          </p>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}

const features = [
  {
    icon: 'calendar-clock',
    title: strings.scheduling,
    text: strings.schedulingText,
  },
  {
    icon: 'chart-no-axes-column-increasing',
    title: strings.insights,
    text: strings.insightsText,
  },
  {
    icon: 'refresh-ccw',
    title: strings.subscription,
    text: strings.subscriptionText,
  },
];

/** §2: three provider feature cards. */
function Features() {
  return (
    <section aria-labelledby="features" className="page-container py-16 lg:py-24">
      <div className="dusk grain relative overflow-hidden rounded-hero px-6 py-12 sm:px-10 lg:px-14 lg:py-16">
        <div className="relative flex flex-wrap items-end justify-between gap-6 [&_.eyebrow]:text-art-blush">
          <SectionHeading id="features" eyebrow={strings.featuresEyebrow}>
            {strings.features}
          </SectionHeading>
          <ButtonLink
            to="/provider-signup"
            className="bg-on-dusk text-dusk-deep hover:bg-white dark:text-dusk-deep"
          >
            {strings.register}
          </ButtonLink>
        </div>
        <ul className="relative mt-10 grid grid-cols-1 gap-4 md:grid-cols-3 lg:gap-6">
          {features.map(({ icon, title, text }) => (
            <li key={title} className="rounded-card border border-white/15 bg-white/8 p-6">
              <Mark name={icon} className="size-7 text-art-blush" />
              <h3 className="mt-5 text-h3 font-semibold">{title}</h3>
              <p className="mt-2 text-on-dusk-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const steps = [
  {
    icon: 'sparkles',
    title: strings.stepOne,
    text: strings.stepOneText,
  },
  {
    icon: 'calendar-check',
    title: strings.stepTwo,
    text: strings.stepTwoText,
  },
  {
    icon: 'package-check',
    title: strings.stepThree,
    text: strings.stepThreeText,
  },
];

/** §2: "How It Works in three steps". */
function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="page-container py-16 lg:py-24">
      <SectionHeading id="how-it-works" eyebrow={strings.stepsEyebrow}>
        {strings.steps}
      </SectionHeading>
      <ol className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-3 md:gap-6 lg:gap-10">
        {steps.map(({ icon, title, text }, index) => (
          <li key={title} className="relative flex gap-5 md:block">
            {/* A line to the next step. */}
            {index < steps.length - 1 ? (
              <span
                aria-hidden="true"
                className="absolute start-7 top-16 -bottom-6 border-s border-dashed border-field/60 md:start-18 md:-end-2 md:top-7 md:bottom-auto md:border-s-0 md:border-t"
              />
            ) : null}
            <span className="grid size-14 shrink-0 place-items-center rounded-full border border-line bg-surface text-plum shadow-1">
              <Mark name={icon} className="size-6" />
            </span>
            <div className="min-w-0 md:mt-6">
              <p className="text-caption font-semibold text-ink-3">{strings.stepName(index + 1)}</p>
              <h3 className="mt-1 text-h3 font-semibold">{title}</h3>
              <p className="mt-2 max-w-80 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const screens = [
  {
    name: 'patients',
    title: strings.patientsTitle,
    text: strings.patientsText,
    alt: patientsScreen,
  },
  {
    name: 'order',
    title: strings.orderTitle,
    text: strings.orderText,
    alt: orderScreen,
  },
  {
    name: 'journey',
    title: strings.journeyTitle,
    text: strings.journeyText,
    alt: journeyScreen,
  },
] as const;

/** What clinics and patients work with; the first screen is as wide as the page. */
function Product() {
  return (
    <section aria-labelledby="product" className="page-container pb-16 lg:pb-24">
      <SectionHeading id="product" eyebrow={strings.productEyebrow}>
        {strings.product}
      </SectionHeading>
      <ul className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2 lg:gap-6">
        {screens.map(({ name, title, text, alt }, index) => (
          <li
            key={name}
            className={cx(
              'flex flex-col overflow-hidden rounded-hero border border-line bg-sunken ps-6 pt-6 sm:ps-8 sm:pt-8',
              index === 0 && 'md:col-span-2 md:grid md:grid-cols-[2fr_5fr] md:gap-8 lg:ps-10 lg:pt-10',
            )}
          >
            <div className="pe-6">
              <h3 className="font-display text-2xl font-medium tracking-[-0.01em]">{title}</h3>
              <p className="mt-2 max-w-88 text-ink-2">{text}</p>
              {index === 0 ? (
                <ButtonLink to="/info" variant="secondary" className="mt-6">
                  {strings.howOrderingWorks}
                </ButtonLink>
              ) : null}
            </div>
            <div className="mt-7 h-80 overflow-hidden rounded-ss-card border-s border-t border-line bg-canvas shadow-2 md:h-auto md:flex-1">
              <Screen name={name} alt={alt} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** §2, "/". */
export function LandingPage(chat: ChatOpening) {
  return (
    <PublicLayout>
      <Hero {...chat} />
      <HowItWorks />
      <Product />
      <ServiceShowcase />
      <Features />
      <TrustedBy />
    </PublicLayout>
  );
}

/** The landing page, and the chat that its hero opens (§2, §4). */
export function LandingWithChat() {
  const { open, preload, chat } = useChatLauncher();
  return (
    <>
      <LandingPage onOpenChat={open} onChatIntent={preload} />
      <div className="contents">{chat}</div>
    </>
  );
}
