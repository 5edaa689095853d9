/** The start: rules and texts are loaded together, then the page is drawn. */

import './styles/letters.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/table.css';
import './styles/themes.css';
import './board/board.css';
import './board/element';
import { start } from './app';

void start();
