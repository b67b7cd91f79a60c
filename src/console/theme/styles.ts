// antd's first styles, then the product's, which override them. Both must be part of the entry: antd looks for its
// styles only once, before its first render.
import 'virtual:static-styles';
import './tokens.css';
import './base.css';
