interface PetalProps {
  /** In degrees; 0 points straight up. */
  turn: number;
  fillOpacity: string;
  strokeOpacity: string;
  strokeWidth: string;
}

/** One petal of a fan, in the text colour. */
export function Petal({ turn, ...look }: PetalProps) {
  return (
    <path
      {...look}
      d="M0 0C-70-34-92-128-58-214C22-186 44-92 0 0Z"
      // As it is drawn it leans to the left.
      transform={`rotate(${turn + 14})`}
      fill="currentColor"
      stroke="currentColor"
    />
  );
}
