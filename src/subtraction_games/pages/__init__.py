"""Pages that run without network access, in a notebook, in the book or from a file.

* `board`: a game to play against an opponent who knows the nim-values
* `ask`: a question whose answer stays hidden until the reader has made a guess
* `explorer`: a picture of a game's cold positions, in which to look for patterns
* `steps`: an algorithm, shown one step at a time, or carried out by the reader
* `toss`: an experiment with the beginning of subtract-a-square
* `slide`: copies of the moves under cold positions, and the sums of the columns
* `crossover`: where convolution overtakes its rivals, with a slider for its constant factor
* `page`: the base of all pages, which combines a template and its data in one document
"""
