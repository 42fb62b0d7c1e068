/** Loaded before the program of a journey's server. */
import { hashQuickly } from './quickPasswords.ts';

hashQuickly();
