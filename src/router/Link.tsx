export { Link } from 'wouter';
