import * as v from 'valibot';
import { isWebAddress } from '../common/webAddress.ts';

const printable = /^[\x21-\x7e]*$/;

const endpointUrlSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter the base URL of the endpoint.'),
  v.maxLength(2_000, 'The URL is too long.'),
  v.check(isWebAddress, 'Enter a URL that starts with http:// or https://.'),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  }, 'Enter the URL without a user name, parameters, or a fragment.'),
);

const endpointModelSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter the name of the model.'),
  v.maxLength(200, 'The name of the model is too long.'),
);

/** Body of `PUT …/organizations/{slug}/assistant`. Only owners may send it. */
export const changeEndpointSchema = v.object({
  /** Base URL of an OpenAI-compatible API, as `https://api.example.com/v1`. */
  url: endpointUrlSchema,
  model: endpointModelSchema,
  /** Absent keeps the stored key, as long as the URL's origin stays; null is for an endpoint that needs none. */
  key: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty('Enter the key.'),
        v.maxLength(4_000, 'The key is too long.'),
        v.regex(printable, 'The key contains characters that are not allowed in an HTTP header.'),
      ),
    ),
  ),
  contextTokens: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(2_000, 'Enter at least 2000 tokens.'),
      v.maxValue(10_000_000, 'Enter at most 10,000,000 tokens.'),
    ),
  ),
});
export type ChangeEndpoint = v.InferInput<typeof changeEndpointSchema>;

/** Answer of `GET` and `PUT …/organizations/{slug}/assistant`: what is set there, without its key. */
export const assistantEndpointSchema = v.object({
  /** Null where the organization has set none. */
  endpoint: v.nullable(
    v.object({
      url: v.string(),
      model: v.string(),
      hasKey: v.boolean(),
      contextTokens: v.nullable(v.number()),
    }),
  ),
  /** Whether the deployment has a model, which answers where the organization has none. */
  deploymentConfigured: v.boolean(),
});
export type AssistantEndpoint = v.InferOutput<typeof assistantEndpointSchema>;

/** Answer of `POST …/organizations/{slug}/assistant/test`, whose body is that of `PUT`: nothing is stored. */
export const testedEndpointSchema = v.object({
  /** Until the first word of the model; null where it did not answer. */
  answeredMs: v.nullable(v.number()),
  /** Why it did not answer, and what to do. */
  failure: v.nullable(v.object({ code: v.string(), message: v.string() })),
});
export type TestedEndpoint = v.InferOutput<typeof testedEndpointSchema>;

/** The form for an organization's model, without the key, as this browser keeps it. */
export const endpointDraftSchema = v.object({
  baseUrl: v.string(),
  modelName: v.string(),
  contextTokens: v.string(),
});
export type EndpointDraft = v.InferOutput<typeof endpointDraftSchema>;

export interface EndpointForm extends EndpointDraft {
  /** A new key; empty keeps the stored one. */
  apiKey: string;
  removesKey: boolean;
}

/** What is stored, as the form shows it. */
export interface StoredEndpoint extends EndpointDraft {
  isSet: boolean;
  hasKey: boolean;
  deploymentConfigured: boolean;
}

export const storedEndpoint = ({ endpoint, deploymentConfigured }: AssistantEndpoint): StoredEndpoint => ({
  isSet: endpoint !== null,
  hasKey: endpoint?.hasKey === true,
  baseUrl: endpoint?.url ?? '',
  modelName: endpoint?.model ?? '',
  contextTokens: String(endpoint?.contextTokens ?? ''),
  deploymentConfigured,
});

/** What the form asks the server for. */
export const endpointChange = ({
  baseUrl,
  modelName,
  contextTokens,
  apiKey,
  removesKey,
}: EndpointForm): ChangeEndpoint => ({
  url: baseUrl,
  model: modelName,
  contextTokens: contextTokens.trim() === '' ? null : Number(contextTokens.replaceAll(',', '')),
  ...(removesKey ? { key: null } : apiKey.trim() !== '' && { key: apiKey }),
});
