/** Which files belong to each layer, and which mutation operators apply to them. */
import type { CodeOperator } from './code.ts';

interface Layer {
  files: readonly string[];
  except?: RegExp;
  /** Its files are statecharts and their selectors, whose tests have the same base name. */
  charts: boolean;
  operators: readonly CodeOperator[];
}

const conditions = [
  'exchange comparison',
  'negate condition',
  'exchange logic',
  'drop negation',
  'flip boolean',
  'negate answer',
] as const;
const effects = [
  'exchange calculation',
  'change number',
  'remove statement',
  'empty body',
  'drop where',
  'drop SQL condition',
] as const;

export type LayerName = 'machines' | 'views' | 'services' | 'server';

export const layers: Readonly<Record<LayerName, Layer>> = {
  machines: {
    files: ['{src,server}/**/*.machine.ts', '{src,server}/**/*.selectors.ts'],
    charts: true,
    operators: [...conditions, 'exchange calculation', 'change number', 'remove statement', 'drop assigned value'],
  },
  views: {
    files: ['src/views/**/*.{ts,tsx}'],
    charts: false,
    operators: [...conditions, 'negate what is shown', 'remove statement', 'drop attribute', 'change text'],
  },
  services: { files: ['src/services/**/*.ts'], charts: false, operators: [...conditions, ...effects] },
  server: {
    files: ['server/**/*.ts'],
    except: /\.machine\.ts$|\.selectors\.ts$|\/demo\//,
    charts: false,
    operators: [...conditions, ...effects],
  },
};

export const layerNames = ['machines', 'views', 'services', 'server'] as const satisfies LayerName[];
