/** The padded envelope for the way back, lying flat, in the same projection as the box. */
export function Envelope() {
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
