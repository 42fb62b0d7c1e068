/** What holds of every page, whatever it shows. */

const fields = 'input:not([type=hidden]), textarea, select, [role=combobox], [role=switch]';
const referring = ['aria-labelledby', 'aria-describedby', 'aria-errormessage'] as const;

const tagOf = (element: Element): string =>
  (element.cloneNode() as Element).outerHTML.replace(/<\/[^>]*>$/, '').slice(0, 160);
const idsIn = (element: Element, name: string): string[] => element.getAttribute(name)?.split(/\s+/) ?? [];

function isNamed(element: Element): boolean {
  const { labels } = element as HTMLInputElement;
  const texts = [
    element.getAttribute('aria-label'),
    ...idsIn(element, 'aria-labelledby').map((id) => document.getElementById(id)?.textContent),
    ...[...(labels ?? [])].map((label) => label.textContent),
    element.textContent,
    ...[...element.querySelectorAll('[aria-label], img[alt]')].map(
      (part) => part.getAttribute('aria-label') ?? part.getAttribute('alt'),
    ),
  ];
  return texts.some((text) => text?.trim());
}

const canChange = (field: Element): boolean =>
  !(field as HTMLInputElement).readOnly &&
  !(field as HTMLInputElement).disabled &&
  field.getAttribute('aria-readonly') !== 'true' &&
  field.getAttribute('aria-disabled') !== 'true' &&
  !field.closest('fieldset:disabled, [inert]');

/** The elements of the page that break a rule, as sentences. */
export function brokenPageRules(): string[] {
  const all = (selector: string) => [...document.body.querySelectorAll(selector)];
  const sentForms = all('form').filter((form) => form.querySelector('button[type=submit][aria-busy=true]'));
  return [
    ...all(`${fields}, button, a[href], section, dialog, [role=dialog]`)
      .filter((element) => !isNamed(element))
      .map((element) => `It has no name: ${tagOf(element)}`),
    ...referring.flatMap((name) =>
      all(`[${name}]`)
        .filter((element) => idsIn(element, name).some((id) => !document.getElementById(id)))
        .map((element) => `What its ${name} refers to is not there: ${tagOf(element)}`),
    ),
    ...all('[aria-invalid=true]')
      .filter((element) =>
        [...idsIn(element, 'aria-describedby'), ...idsIn(element, 'aria-errormessage')].every(
          (id) => !document.getElementById(id)?.textContent,
        ),
      )
      .map((element) => `Nothing says what is wrong: ${tagOf(element)}`),
    ...sentForms
      .flatMap((form) => [...form.querySelectorAll(fields)])
      .filter(canChange)
      .map((field) => `It can be changed while its form is sent: ${tagOf(field)}`),
  ];
}
