import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { services } from '@/lib/site/site-links';
import { Button } from '@/ui/form/button';
import { Bubble } from './bubble';
import { fixed } from './strings';

interface ProviderQuestionProps {
  choosesTopic: boolean;
  onProvider: () => void;
}

/** How every chat begins, SPEC §4: the question with its one button, then the topics. */
export function ProviderQuestion({ choosesTopic, onProvider }: ProviderQuestionProps) {
  return (
    <>
      <Bubble from="bot">{fixed.question.question}</Bubble>
      {choosesTopic ? (
        <>
          <Bubble from="user">{fixed.question.provider}</Bubble>
          <Bubble from="bot">{fixed.question.topics}</Bubble>
          <Topics />
        </>
      ) : (
        <Button size="sm" className="justify-self-start rounded-full px-4" onClick={onProvider}>
          {fixed.question.provider}
        </Button>
      )}
    </>
  );
}

function Topics() {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  // The button that brought us here is gone, and the focus with it.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={list} className="flex flex-wrap gap-2">
      {services.map((service) => (
        <Button
          key={service}
          variant="secondary"
          size="sm"
          className="rounded-full"
          onClick={() => navigate('/info')}
        >
          {service}
        </Button>
      ))}
    </div>
  );
}
