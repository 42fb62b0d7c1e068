import { useSelector } from '@xstate/react';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef } from 'react';
import { css } from 'styled-system/css';
import type { SystemView } from '../../inspector/trace/systemView.ts';
import {
  selectFollows,
  selectIsPlaying,
  selectStep,
  selectTrace,
} from '../../machines/inspector/inspector/inspector.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { useFocusReturn } from '../ui/focus/useFocusReturn.ts';
import { IconButton } from '../ui/IconButton.tsx';
import type { InspectorActor } from './useSystemView.ts';
import { clockTime, eventLabel } from './words.ts';

const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: '3',
  rowGap: '1',
  paddingBlock: '1.5',
  paddingInline: '2',
  background: 'accentSubtle',
  borderBottom: 'hairline',
  flexShrink: '0',
});
const buttons = css({ display: 'flex', alignItems: 'center' });
const sliderClass = css({ flex: '1', minWidth: 'name', height: 'control.tiny', cursor: 'pointer' });
const name = css({
  textStyle: 'label',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: 'popover',
});
const words = css({
  textStyle: 'small',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: '0',
  width: 'form',
  maxWidth: 'full',
});
const mono = css({ fontFamily: 'mono' });

/** The current step of a trace, and the controls to move through it. */
export function TraceBar({ inspector, view }: { inspector: InspectorActor; view: SystemView }) {
  const trace = useSelector(inspector, selectTrace);
  const step = useSelector(inspector, selectStep);
  const follows = useSelector(inspector, selectFollows);
  const playing = useSelector(inspector, selectIsPlaying);
  const slider = useRef<HTMLInputElement>(null);
  useFocusReturn(trace !== null, slider);
  if (!trace) return null;
  const last = trace.events.length - 1;
  const to = (index: number) => inspector.send({ type: 'step.set', step: index });
  const event = view.events[step];
  const said = event ? `${event.actor} ← ${eventLabel(event.type)}` : 'Start';
  // At either end the buttons keep the focus and do nothing.
  return (
    <section className={bar} aria-label="Trace">
      <span className={name}>{trace.name}</span>
      <div className={buttons}>
        <IconButton
          size="small"
          variant="text"
          label="Go to start"
          icon={<ChevronFirst />}
          aria-disabled={step < 0}
          onClick={() => to(-1)}
        />
        <IconButton
          size="small"
          variant="text"
          label="Step back"
          icon={<ChevronLeft />}
          aria-disabled={step < 0}
          onClick={() => to(step - 1)}
        />
        <IconButton
          size="small"
          variant="text"
          label={playing ? 'Pause' : 'Play'}
          icon={playing ? <Pause /> : <Play />}
          aria-disabled={!playing && step >= last}
          onClick={() => {
            if (playing || step < last) inspector.send({ type: playing ? 'playing.stopped' : 'playing.started' });
          }}
        />
        <IconButton
          size="small"
          variant="text"
          label="Step forward"
          icon={<ChevronRight />}
          aria-disabled={step >= last}
          onClick={() => to(step + 1)}
        />
        <IconButton
          size="small"
          variant="text"
          label="Go to end"
          icon={<ChevronLast />}
          aria-disabled={step >= last}
          onClick={() => to(last)}
        />
      </div>
      <input
        ref={slider}
        type="range"
        className={sliderClass}
        aria-label="Step"
        min={-1}
        max={last}
        step={1}
        value={step}
        aria-valuetext={`${step + 1} of ${last + 1}: ${said}`}
        onChange={(change) => to(Number(change.currentTarget.value))}
      />
      <span className={words} role="status">
        {step + 1} of {last + 1}{' '}
        <span className={mono}>
          {event && clockTime(event.at)} {said}
        </span>
      </span>
      <Checkbox
        label="Follow the actor"
        checked={follows}
        onCheckedChange={() => inspector.send({ type: 'following.toggled' })}
      />
      <Button size="small" onClick={() => inspector.send({ type: 'live.chosen' })}>
        Go live
      </Button>
    </section>
  );
}
