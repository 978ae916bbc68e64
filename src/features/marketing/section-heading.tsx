import type { ReactNode } from 'react';

interface SectionHeadingProps {
  id: string;
  eyebrow: string;
  children: ReactNode;
}

export function SectionHeading({ id, eyebrow, children }: SectionHeadingProps) {
  return (
    <div className="min-w-0 max-w-2xl">
      <p className="eyebrow">{eyebrow}</p>
      <h2 id={id} className="mt-3 font-display text-h1 font-normal tracking-[-0.02em]">
        {children}
      </h2>
    </div>
  );
}
