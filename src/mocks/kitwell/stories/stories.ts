import { cardDeclined } from './card-declined';
import { firstDay } from './first-day';
import { kitFollowedHome } from './kit-followed-home';
import { networkLost } from './network-lost';
import { notAuthorized } from './not-authorized';
import type { Story } from './story';

/** All stories, in the order in which they are listed. */
export const stories: readonly Story[] = [
  firstDay,
  cardDeclined,
  notAuthorized,
  networkLost,
  kitFollowedHome,
];

/**
 * Returns the story with this id.
 *
 * @throws Error for another id, listing the valid ones
 */
export function storyCalled(id: string): Story {
  const found = stories.find((story) => story.id === id);
  if (found === undefined) {
    throw new Error(`There is no story "${id}". Stories: ${stories.map((story) => story.id).join(', ')}.`);
  }
  return found;
}

/** The story to show after this one; the first one follows the last. */
export function storyAfter(story: Story): Story {
  return stories[stories.indexOf(story) + 1] ?? firstDay;
}
