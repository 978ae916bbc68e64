import { cx } from '@/ui/cx';

interface VialProps {
  /** The position of the center of its base. */
  x: number;
  y: number;
  short?: boolean;
}

/** A capped sample tube. */
function Vial({ x, y, short = false }: VialProps) {
  const rim = short ? -44 : -70;
  const level = rim * 0.45;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M-15 ${rim}V0C-15 11 15 11 15 0V${rim}Z`}
        className="fill-art-glass stroke-art-mid"
        strokeOpacity=".35"
        strokeWidth="1.5"
      />
      <path
        d={`M-15 ${level}V0C-15 11 15 11 15 0V${level}C15 ${level + 9} -15 ${level + 9} -15 ${level}Z`}
        className="fill-art-coral"
        fillOpacity=".55"
      />
      <path
        d={`M-9 ${rim + 10}V-4`}
        className="stroke-white"
        strokeOpacity=".8"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d={`M-18 ${rim - 14}V${rim + 2}C-18 ${rim + 13} 18 ${rim + 13} 18 ${rim + 2}V${rim - 14}Z`}
        className="fill-art-mid"
      />
      <ellipse cy={rim - 14} rx="18" ry="9" className="fill-art-light" />
    </g>
  );
}

/** The padded return envelope, lying flat, in the same projection as the box. */
function Envelope() {
  return (
    <g strokeLinejoin="round">
      <path d="M-7.4 363.5L122.5 438.5L122.5 428.5L-7.4 353.5Z" className="fill-art-blush" />
      <path d="M217.7 383.5L122.5 438.5L122.5 428.5L217.7 373.5Z" className="fill-art-paper-deep" />
      <path d="M87.8 298.5L217.7 373.5L122.5 428.5L-7.4 353.5Z" className="fill-art-paper" />
      <path d="M87.8 298.5L112 372L217.7 373.5" className="stroke-art-paper-deep" strokeWidth="3" />
      <path d="M87.8 298.5L217.7 373.5L112 372Z" className="fill-art-blush" fillOpacity=".55" />
      <circle cx="114" cy="371" r="8" className="fill-art-coral" transform="matrix(1 0 0 .62 0 141)" />
      <g className="stroke-art-paper-deep" strokeWidth="4" strokeLinecap="round">
        <path d="M42 361L84 385" />
        <path d="M34 371L62 387" />
      </g>
    </g>
  );
}

/** The open box in isometric projection: x points right and down, y left and down, both at 30 degrees. */
export function KitBox() {
  return (
    <g strokeLinejoin="round">
      <Lid />
      <g>
        <path d="M300 112L499.2 227L352 312L152.8 197Z" className="fill-art-deep" />
        <path d="M300 112L152.8 197L152.8 237L300 152Z" className="fill-art-deep" />
        <path d="M300 112L499.2 227L499.2 267L300 152Z" className="fill-art-mid" />
        <path d="M300 146L483 252L352 327L168 221Z" className="fill-art-blush" />
      </g>
      <Tray />
      {/* The two front faces cover the lower part of the content. */}
      <path d="M152.8 281L352 396L352 312L152.8 197Z" className="fill-art-light" />
      <path d="M499.2 311L352 396L352 312L499.2 227Z" className="fill-art-mid" />
      <path d="M152.8 197L352 312L499.2 227" className="stroke-white" strokeOpacity=".35" strokeWidth="2" />
      <BoxLabel />
    </g>
  );
}

function Lid() {
  return (
    <g>
      <path d="M499.2 227L509.6 225L539 58L528.6 60Z" className="fill-art-deep" />
      <path d="M329.4-55L528.6 60L539 58L339.8-57Z" className="fill-art-light" />
      <path d="M300 112L499.2 227L528.6 60L329.4-55Z" className="fill-art-paper" />
      <path d="M300 112L499.2 227L502.5 208L303.3 93Z" className="fill-art-paper-deep" />
      {/* The logo, sheared into the plane of the lid. */}
      <g transform="matrix(.866 .5 .17 -.98 388 132)" className="stroke-art-mid" strokeWidth="2.5">
        <path d="M14 0C-20 16-30 60-16 100C20 88 32 42 14 0Z" className="fill-art-blush" fillOpacity=".8" />
        <path d="M14 0C48 16 58 60 44 100C8 88-4 42 14 0Z" className="fill-art-light" fillOpacity=".25" />
      </g>
      <g className="stroke-art-paper-deep" strokeWidth="6" strokeLinecap="round">
        <path d="M452 112L506 143" />
        <path d="M449.5 128L490 151.5" />
        <path d="M447 144L498 173.5" />
      </g>
    </g>
  );
}

function Tray() {
  return (
    <g>
      <path d="M378 198L447 238L361 288L292 248Z" className="fill-art-paper" />
      <path d="M378 198L447 238L427 249.5L358 209.5Z" className="fill-art-coral" opacity=".85" />
      <path
        d="M378 198L447 238L447 246L361 296L292 256L292 248L361 288L447 238"
        className="fill-art-paper-deep"
      />
      <g className="stroke-art-paper-deep" strokeWidth="4" strokeLinecap="round">
        <path d="M352 228L395 253" />
        <path d="M336 237L367 255" />
      </g>
      <Vial x={303} y={196} />
      <Vial x={263} y={219} />
      <Vial x={223} y={242} short />
    </g>
  );
}

function BoxLabel() {
  return (
    <g>
      <path d="M204.7 291L300 346L300 304L204.7 249Z" className="fill-art-paper" />
      <g className="stroke-art-light" strokeWidth="4" strokeLinecap="round">
        <path d="M216 270L262 296.5" />
        <path d="M216 282L244 298" />
      </g>
      <path d="M272 306L289 316L289 328L272 318Z" className="fill-art-coral" />
    </g>
  );
}

/** The delivered kit: an open box with vials, and the padded return envelope. */
export function KitScene({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-20 -70 580 530" fill="none" className={cx('block', className)}>
      <ellipse cx="318" cy="352" rx="232" ry="82" className="fill-art-deep" opacity=".13" />
      <ellipse cx="108" cy="410" rx="118" ry="34" className="fill-art-deep" opacity=".12" />
      <KitBox />
      <Envelope />
    </svg>
  );
}
