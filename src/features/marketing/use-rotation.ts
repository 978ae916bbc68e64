import { type FocusEvent, type PointerEvent, useState } from 'react';

interface Rotation {
  /** What the pause button says: whether the visitor wants movement. */
  readonly wanted: boolean;
  /** Whether it moves right now. */
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
 * When a carousel may move by itself: only while it is seen, rests under the mouse and while the focus is in it, and
 * not at all for somebody who asked for less motion, unless they press Play. Play moves it at once, although the focus
 * is then on the button.
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
