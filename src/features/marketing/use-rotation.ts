import { type FocusEvent, type PointerEvent, useState } from 'react';

interface Rotation {
  /** What the pause button shows: whether the user wants movement. */
  readonly wanted: boolean;
  /** Whether it is moving now. */
  readonly running: boolean;
  readonly toggle: () => void;
  /** For the carousel's outermost element. */
  readonly handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Decides when a carousel moves on its own: only while it is in view and neither hovered nor focused, and never for
 * users who prefer reduced motion, unless they press Play. Play starts it at once, although the button then has the
 * focus.
 */
export function useRotation({ seen, lessMotion }: { seen: boolean; lessMotion: boolean }): Rotation {
  const [choice, setChoice] = useState<boolean | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const wanted = choice ?? !lessMotion;
  return {
    wanted,
    running: wanted && seen && !hovered && !focused,
    toggle: () => {
      setChoice(!wanted);
      setHovered(false);
      setFocused(false);
    },
    handlers: {
      onPointerEnter: ({ pointerType }) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(false);
      },
    },
  };
}
