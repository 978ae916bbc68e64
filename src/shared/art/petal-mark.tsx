/** The motif: two overlapping petal arcs. Takes the text colour. */
export function PetalMark({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <path
        d="M16 28C6.500 24 4 14 6.500 4.500 15 7.500 18.500 16.500 16 28Z"
        fill="currentColor"
        fillOpacity=".16"
      />
      <path
        d="M16 28c9.500-4 12-14 9.500-23.500C17 7.500 13.500 16.500 16 28Z"
        fill="currentColor"
        fillOpacity=".08"
      />
    </svg>
  );
}
