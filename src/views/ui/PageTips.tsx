import { createElement } from 'react';
import { floatingParts, useIsLoaded } from './floatingParts.ts';

/**
 * Tips of the whole page, once their code has come with that of the tooltips: lists have hundreds of rows, which only
 * carry `data-tip` and `data-cut`.
 */
export const PageTips = () => (useIsLoaded(floatingParts.tip) ? createElement(floatingParts.tip.component!) : null);
