interface VialProps {
  /** Where the vial stands: the middle of its foot. */
  x: number;
  y: number;
  short?: boolean;
}

/** A capped sample tube, standing upright. */
export function Vial({ x, y, short = false }: VialProps) {
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
