#!/usr/bin/env python3
"""Reads .vtp files with VTK's own reader and prints them as one JSON object, by file.

    read_vtp.py FILE...

Exit status 77: VTK is not installed. 1: VTK complained about a file; what it said is on standard error.
"""

import json
import sys

try:
    from vtkmodules.vtkCommonCore import vtkIdList
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError:
    sys.exit(77)


def tuples(array):
    if hasattr(array, "GetTuple"):
        return [list(array.GetTuple(i)) for i in range(array.GetNumberOfTuples())]
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


def arrays(data):
    found = {}
    for i in range(data.GetNumberOfArrays()):
        array = data.GetAbstractArray(i)
        found[array.GetName()] = {"type": array.GetDataTypeAsString(), "tuples": tuples(array)}
    return found


def cells(group):
    found = []
    points = vtkIdList()
    for i in range(group.GetNumberOfCells()):
        group.GetCellAtId(i, points)
        found.append([points.GetId(k) for k in range(points.GetNumberOfIds())])
    return found


def read(path):
    complaints = []
    reader = vtkXMLPolyDataReader()
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda *_: complaints.append(path))
    reader.SetFileName(path)
    reader.Update()
    if complaints or reader.GetErrorCode() != 0:
        sys.exit(f"{path}: VTK does not read it")
    data = reader.GetOutput()
    return {
        "points": [list(data.GetPoint(i)) for i in range(data.GetNumberOfPoints())],
        "verts": cells(data.GetVerts()),
        "lines": cells(data.GetLines()),
        "polys": cells(data.GetPolys()),
        "bounds": list(data.GetBounds()),
        "point_data": arrays(data.GetPointData()),
        "cell_data": arrays(data.GetCellData()),
        "field_data": arrays(data.GetFieldData()),
    }


print(json.dumps({path: read(path) for path in sys.argv[1:]}))
