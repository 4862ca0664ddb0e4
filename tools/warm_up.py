"""What almost every notebook makes Python load when it first draws and computes, done once, before kernels are forked.

Nothing that a notebook could notice is left: no figure of pyplot's, no setting, no thread.
"""

from io import BytesIO

from matplotlib import pyplot as plt
from matplotlib.backends import backend_agg, backend_svg
from matplotlib.figure import Figure

import subtraction_games as sg
from subtraction_games.figures import STYLE

with plt.rc_context(STYLE):
    for ending, canvas in (("png", backend_agg.FigureCanvasAgg), ("svg", backend_svg.FigureCanvasSVG)):
        figure = Figure()
        axes = figure.add_subplot(xscale="log", yscale="log", title="$n^{0.7}$", xlabel="n")
        axes.plot([1, 10, 100], [1, 10, 100], label="a power")
        axes.legend()
        canvas(figure).print_figure(BytesIO(), format=ending)
sg.cold_positions(sg.squares, 2**16)
sg.nim_values(sg.squares, 2**14)
