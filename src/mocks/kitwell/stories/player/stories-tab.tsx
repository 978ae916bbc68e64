import { stories } from '@/mocks/kitwell/stories/stories';
import { ConfirmButton, Section } from '@/mocks/panel/parts';
import { startStory } from './story-progress';

/** The scripted demos, each with a button that starts it. */
export function StoriesTab() {
  return (
    <Section
      title="Stories"
      hint="Demos that you can give without preparation: captions say what to look at, and Next does it."
    >
      <ul className="grid grid-cols-1 gap-2">
        {stories.map((story) => (
          <li
            key={story.id}
            className="grid gap-2 rounded-control border border-line bg-surface px-3 py-2 text-sm"
          >
            <div>
              <h4 className="font-semibold">{story.title}</h4>
              <p className="text-ink-2">{story.summary}</p>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="text-caption text-ink-3">{story.steps.length} steps</span>
              <ConfirmButton
                label="Start"
                subject={story.title}
                question="Replace all data?"
                onConfirm={() => startStory(story)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
