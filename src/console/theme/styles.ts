// antd's first styles, then the product's, which override them. They belong to the entry: antd looks for its own only once,
// before it draws anything.
import 'virtual:static-styles';
import './tokens.css';
import './base.css';
