/** The script in the head of the page, which runs before anything is painted: the build makes a plain script of it. */
import pageCode from 'virtual:page-code';
import { boot } from './services/browser/boot.ts';

boot(pageCode);
