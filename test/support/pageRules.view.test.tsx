import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { href } from '../../src/router/href.ts';
import { brokenPageRules } from './pageRules.ts';

afterEach(cleanup);

it.each([
  ['a dialog without a title', <div role="dialog" key="" />, 'It has no name: <div role="dialog">'],
  ['a field without a label', <input key="" name="email" />, 'It has no name: <input name="email">'],
  ['a part without a heading', <section key="" />, 'It has no name: <section>'],
  [
    'a description that is not there',
    <input key="" aria-label="Name" aria-describedby="gone" />,
    'What its aria-describedby refers to is not there: <input aria-label="Name" aria-describedby="gone">',
  ],
  [
    'an error that is not explained',
    <input key="" aria-label="Name" aria-invalid />,
    'Nothing says what is wrong: <input aria-label="Name" aria-invalid="true">',
  ],
  [
    'a field that changes while its form is sent',
    <form key="">
      <input aria-label="Name" />
      <input aria-label="Slug" readOnly />
      <fieldset disabled>
        <input aria-label="Plan" type="radio" />
      </fieldset>
      <button type="submit" aria-busy>
        Save
      </button>
    </form>,
    'It can be changed while its form is sent: <input aria-label="Name">',
  ],
])('%s breaks a rule of every page', (_, page, sentence) => {
  render(page);
  expect(brokenPageRules()).toEqual([sentence]);
});

it('what is named by its label, by its text or by a part, and explained, breaks none', () => {
  render(
    <section aria-labelledby="title">
      <h2 id="title">Account</h2>
      <label>
        Name <input aria-invalid aria-describedby="wrong" />
      </label>
      <p id="wrong">Enter a name.</p>
      <a href={href('projects')}>
        <img alt="Projects" src="/mark.svg" />
      </a>
      <button type="button">
        <svg aria-label="Close" />
      </button>
    </section>,
  );
  expect(brokenPageRules()).toEqual([]);
});
